#!lua flags=no-writes
-- What a request needs to know of one thing, in one round trip.
-- KEYS  thing, log [, once]
-- ARGV  echo, id, start, stop        ('' as start: no entries of the log)
-- The first two of every reply say whose it is. A missing value is false, since a nil would cut the reply short.
local record = KEYS[3] and redis.call('GET', KEYS[3]) or false
local thing = redis.call('HMGET', KEYS[1], 'version', 'state', 'meta')
local length = redis.call('LLEN', KEYS[2])
local entries = ARGV[3] ~= '' and redis.call('LRANGE', KEYS[2], ARGV[3], ARGV[4]) or {}
return {ARGV[1], ARGV[2], redis.call('TIME'), record, thing[1], thing[2], thing[3], length, entries}
