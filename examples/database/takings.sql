-- The tables of takings.ts. Create them once, as a migration.
create table if not exists uncounted_orders (
  outlet_ref text, order_id text, primary key (outlet_ref, order_id)
);
create table if not exists takings (
  outlet_ref text, order_id text, day text, method text, currency text, minor_units bigint not null,
  primary key (outlet_ref, order_id, day, method, currency)
);
-- A document never changes: the correction of a day is its next document.
create table if not exists takings_documents (
  reference text primary key, outlet_ref text not null, day text not null, method text not null,
  currency text not null, minor_units bigint not null, is_posted boolean not null default false
);
-- What the next documents have to contain.
create or replace view takings_differences as
  select outlet_ref, day, method, currency, count(reference) + 1 as number, sum(units) as minor_units
  from (
    select outlet_ref, day, method, currency, minor_units as units, null as reference from takings
    union all
    select outlet_ref, day, method, currency, -minor_units, reference from takings_documents
  ) as entries
  group by outlet_ref, day, method, currency having sum(units) <> 0;
