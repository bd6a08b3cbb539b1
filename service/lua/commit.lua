#!lua
-- One effect on one thing, all of it or nothing: every check stands before the first write, for nothing is rolled back.
-- KEYS  thing, log, once
-- ARGV  echo, id, expected version ('0': no such thing yet), next version, record, its life (ms), idle life (ms),
--       channel, meta ('': as it was), state, entries of the log …
local record = redis.call('GET', KEYS[3])
if record then return {ARGV[1], ARGV[2], 'replayed', record} end
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[3] then return {ARGV[1], ARGV[2], 'stale', version} end
redis.call('LLEN', KEYS[2]) -- a key of another type ends the script here

if version == '0' then redis.call('DEL', KEYS[2]) end
redis.call('HSET', KEYS[1], 'version', ARGV[4], 'state', ARGV[10])
if ARGV[9] ~= '' then redis.call('HSET', KEYS[1], 'meta', ARGV[9]) end
for i = 11, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
redis.call('SET', KEYS[3], ARGV[5], 'PX', ARGV[6])
redis.call('PEXPIRE', KEYS[1], ARGV[7])
redis.call('PEXPIRE', KEYS[2], ARGV[7])
redis.call('SPUBLISH', ARGV[8], ARGV[4])
return {ARGV[1], ARGV[2], 'committed', ARGV[4]}
