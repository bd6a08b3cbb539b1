#!lua flags=allow-oom
-- The end of one thing. Its idempotency records stay until they expire.
-- KEYS  thing, log, once
-- ARGV  echo, id, expected version ('': whichever), record, its life (ms), channel
local record = redis.call('GET', KEYS[3])
if record then return {ARGV[1], ARGV[2], 'replayed', record} end
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version == '0' or (ARGV[3] ~= '' and version ~= ARGV[3]) then return {ARGV[1], ARGV[2], 'stale', version} end
redis.call('LLEN', KEYS[2])

redis.call('DEL', KEYS[1], KEYS[2])
redis.call('SET', KEYS[3], ARGV[4], 'PX', ARGV[5])
redis.call('SPUBLISH', ARGV[6], 'deleted')
return {ARGV[1], ARGV[2], 'committed', version}
