import { spacedCount } from '../../rate-limit/spacing.js';
import { windowLength } from '../../rate-limit/window-clock.js';
import { redisScript } from '../redis-client.js';
import { maxAhead, tolerance } from './slot.js';

/** How long Redis keeps the slots of an idle key. Milliseconds. */
const ttl = 2 * maxAhead;

/**
 * Reserves the slot after the last one. Each process reserves one slot at a time, so that processes whose calls wait get equal
 * shares.
 *
 * Redis stores the last slot, and how far the API's clock is ahead of its own. With that offset, a process that is not synchronized
 * with the API gets a slot of a window too. While no process is synchronized, the script spaces all requests.
 *
 * - Arguments: the end of the first possible window on the API's clock, and the milliseconds until then. The limit, and 1 if the
 *   API has stated it. 1 if the process has used local slots before that window. The first two are empty if the process is not synchronized.
 * - Result: the end of the window or 0, the number of slots before this one, and the milliseconds until the slot.
 */
export const nextSlot = redisScript(`
local first, endsIn, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local state = redis.call('HMGET', KEYS[1], 'reset', 'used', 'offset', 'at', 'limit')
local reset, used, offset, at = tonumber(state[1]), tonumber(state[2]), tonumber(state[3]), tonumber(state[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- The clock of Redis was set back.
if at and at > now + ${maxAhead} then at = nil end
if ARGV[4] == '0' then limit = tonumber(state[5]) or limit end
local length, gap, wait = ${windowLength}, ${windowLength} / limit, 0

if first then
  offset = first - endsIn - now
elseif reset then
  first = reset + math.ceil((now + offset + gap / 2 - reset) / length) * length
end
if first then
  if not reset then
    -- After a flush, the slots of the first two windows may have been assigned before.
    local spaced = ARGV[5] == '1' and 0 or 2 * limit
    -- The spaced requests, and one more because they may arrive later than planned.
    if at then spaced = math.max(0, math.floor((at + offset - first + length) / gap) + 2) end
    reset, used = first + math.floor(spaced / limit) * length, spaced % limit
  end
  local ahead = math.max(0, math.ceil((reset - first - ${tolerance}) / length))
  local next = first + (ahead * length > ${maxAhead} and 0 or ahead * length)
  if math.abs(next - reset) > ${tolerance} then used = 0 end
  if used >= limit then next, used = next + length, 0 end
  reset = next
  wait = math.max(0, reset - length - offset + (used + 0.5) * gap - now)
  redis.call('HSET', KEYS[1], 'reset', reset, 'used', used + 1, 'offset', offset)
else
  at = math.max(now, (at or 0) + ${spacedCount} / limit)
  wait = at - now
  redis.call('HSET', KEYS[1], 'at', at)
end
if ARGV[4] == '1' then redis.call('HSET', KEYS[1], 'limit', limit) end
redis.call('PEXPIRE', KEYS[1], ${ttl})
return { reset or 0, used or 0, wait }
`);
