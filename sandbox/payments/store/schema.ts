/**
 * The provider's store. Each object is a row with its JSON as in the API and, beside it, data that the API
 * never returns; `seq` is the order of creation. Two processes may share the file: a writer holds its lock
 * for the whole transaction.
 */
export const SCHEMA = `
  create table if not exists objects (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    created integer not null,
    json text not null,
    hidden text not null
  );
  create index if not exists objects_kind_idx on objects (kind, seq);
  create table if not exists settings (name text primary key, value text not null);
  -- What happens by itself, and when; seconds of the sandbox's clock.
  create table if not exists due (
    id integer primary key,
    at integer not null,
    work text not null,
    ref text not null,
    unique (work, ref)
  );
  create index if not exists due_at_idx on due (at);
  create table if not exists challenges (id text primary key, json text not null);
  create table if not exists answers (
    key text primary key,
    fingerprint text not null,
    request_id text not null,
    created integer not null,
    -- Real time: an unfinished call of a process that died must not block its key for long.
    started_ms integer not null,
    -- Null while the first call is at work.
    status integer,
    body text
  );
  create index if not exists answers_created_idx on answers (created);
  create table if not exists deliveries (
    id integer primary key autoincrement,
    event_id text not null,
    -- Null for the endpoint that the sandbox was started with.
    endpoint_id text,
    state text not null,
    attempts integer not null default 0,
    status integer,
    at_ms integer,
    next_ms integer,
    -- Real time: who sends it lets nobody else send it until then.
    claimed_ms integer
  );
  create index if not exists deliveries_event_idx on deliveries (event_id);
  create index if not exists deliveries_next_idx on deliveries (state, next_ms);
`
