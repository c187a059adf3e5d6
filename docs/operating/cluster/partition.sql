-- Splits a large table into partitions by time while people use it: its rows become the first
-- partition, and empty ones for twelve months follow.
--   until psql "$DATABASE_DIRECT_URL" -v table=Like -v key=postId -v from=2027-01-01 \
--     -f partition.sql; do sleep 1; done
-- `from` is a day in the future, in UTC, the same in each try. No lock that others wait for is held
-- while rows are read. A lock that is not free within a tenth of a second is given up with an
-- error, so that others do not wait: the next run goes on.
-- `npm run torture -- partitions` uses this file as it is.
\set ON_ERROR_STOP on
SET lock_timeout = '100ms';
SET TimeZone = 'UTC';
SET client_min_messages = warning;
SELECT oldest_id_at(:'from'::timestamptz) AS bound, :'table' || '_1' AS first,
  to_regclass(format('%I', :'table' || '_1')) IS NULL AS is_whole \gset

\if :is_whole
SELECT format('%I', :'table')::regclass::oid AS old \gset
-- A unique index without the key cannot span partitions.
SELECT format('DO $$BEGIN RAISE ''% is unique without the key'', %L; END$$', indexrelid::regclass)
FROM pg_index i WHERE indrelid = :old AND indisunique AND NOT EXISTS (
  SELECT FROM pg_attribute a
  WHERE a.attrelid = :old AND a.attname = :'key' AND a.attnum = ANY (i.indkey)) \gexec

SELECT count(*) = 0 AS is_first_run FROM pg_constraint
WHERE conrelid = :old AND conname = 'partition_bound' \gset
\if :is_first_run
ALTER TABLE :"table" ADD CONSTRAINT partition_bound CHECK (:"key" < :'bound') NOT VALID;
-- Autovacuum would keep the locks away for as long as it takes.
SET lock_timeout = 0;
SELECT format('VACUUM ANALYZE %s', "table") FROM (
  SELECT (:old)::regclass UNION
  SELECT conrelid::regclass FROM pg_constraint WHERE confrelid = :old UNION
  SELECT confrelid::regclass FROM pg_constraint WHERE conrelid = :old AND contype = 'f'
) needed ("table") \gexec
\endif
-- With a valid constraint, PostgreSQL attaches the partition without a look at its rows.
SET lock_timeout = 0;
ALTER TABLE :"table" VALIDATE CONSTRAINT partition_bound;
SET lock_timeout = '100ms';

BEGIN;
-- All locks at once. A write that waits for the first one hardly ever has one of the others.
SELECT format('LOCK TABLE %s IN %s MODE', "table", "mode") FROM (
  SELECT 1, (:old)::regclass, 'ACCESS EXCLUSIVE'
  UNION
  SELECT 2, conrelid::regclass, 'ACCESS EXCLUSIVE' FROM pg_constraint
  WHERE confrelid = :old AND contype = 'f' AND conrelid <> :old AND conparentid = 0
  UNION
  SELECT 3, confrelid::regclass, 'SHARE ROW EXCLUSIVE' FROM pg_constraint
  WHERE conrelid = :old AND contype = 'f' AND confrelid <> :old AND conparentid = 0
) needed ("rank", "table", "mode") ORDER BY "rank", "table" \gexec
SET LOCAL check_function_bodies = off;

-- What depends on the table, in the order in which the new table gets it, under the same names.
CREATE TEMP TABLE definition ON COMMIT DROP AS
  SELECT 1 AS "step", format('ALTER TABLE %s ADD CONSTRAINT %I %s',
    conrelid::regclass, conname, pg_get_constraintdef(oid)) AS "sql"
  FROM pg_constraint WHERE conrelid = :old AND contype = 'p'
  UNION ALL
  SELECT 2, pg_get_indexdef(indexrelid) FROM pg_index
  WHERE indrelid = :old AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)
  UNION ALL
  SELECT 3, format('ALTER TABLE %s ADD CONSTRAINT %I %s',
    conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE conrelid = :old AND confrelid <> :old AND contype = 'f' AND conparentid = 0
  UNION ALL
  SELECT 4, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = :old AND NOT tgisinternal
  UNION ALL
  SELECT 5, pg_get_functiondef(p.oid) FROM pg_proc p JOIN pg_class t ON t.reltype = p.prorettype
  WHERE t.oid = :old
  UNION ALL
  SELECT 6, format('COMMENT ON FUNCTION %s IS %L', p.oid::regprocedure, obj_description(p.oid, 'pg_proc'))
  FROM pg_proc p JOIN pg_class t ON t.reltype = p.prorettype WHERE t.oid = :old
  UNION ALL
  -- Other tables refer to the new table from the next transaction on. The rows of the first
  -- partition are compared then.
  SELECT 7, format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID',
    CASE WHEN conrelid = :old THEN format('%I', :'first') ELSE conrelid::regclass::text END,
    conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE confrelid = :old AND contype = 'f' AND conparentid = 0;

SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
FROM pg_constraint WHERE confrelid = :old AND contype = 'f' AND conparentid = 0 \gexec
SELECT format('DROP FUNCTION %s', p.oid::regprocedure)
FROM pg_proc p JOIN pg_class t ON t.reltype = p.prorettype WHERE t.oid = :old \gexec
-- The new table has these triggers on its partitions, too.
SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass)
FROM pg_trigger WHERE tgrelid = :old AND NOT tgisinternal AND tgtype & 1 = 1 \gexec
SELECT format('ALTER INDEX %s RENAME TO %I', c.oid::regclass, c.relname || '_1')
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE indrelid = :old \gexec
ALTER TABLE :"table" RENAME TO :"first";

CREATE TABLE :"table" (LIKE :"first" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
  PARTITION BY RANGE (:"key");
ALTER TABLE :"table" DROP CONSTRAINT partition_bound;
SELECT "sql" FROM definition WHERE "step" <= 3 ORDER BY "step" \gexec
ALTER TABLE :"table" ATTACH PARTITION :"first" FOR VALUES FROM (MINVALUE) TO (:'bound');
ALTER TABLE :"first" DROP CONSTRAINT partition_bound;
SELECT "sql" FROM definition WHERE "step" IN (4, 5, 6) ORDER BY "step" \gexec
SELECT format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
  :'table' || to_char("month", '_YYYY_MM'), :'table',
  oldest_id_at("month"), oldest_id_at("month" + interval '1 month'))
FROM generate_series(:'from'::timestamptz, :'from'::timestamptz + interval '11 months', '1 month') "month" \gexec
SELECT "sql" FROM definition WHERE "step" = 7 \gexec
COMMIT;
\endif

-- Compares the rows, with a lock that holds up neither reads nor writes.
SET lock_timeout = 0;
SELECT format('%I', :'table')::regclass::oid AS new, format('%I', :'first')::regclass::oid AS old \gset
SELECT format('ALTER TABLE %s VALIDATE CONSTRAINT %I', conrelid::regclass, conname)
FROM pg_constraint WHERE confrelid = :new AND contype = 'f' AND NOT convalidated \gexec
SET lock_timeout = '100ms';
-- What the first partition has by now, PostgreSQL does not compare again.
SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', :'table', conname, pg_get_constraintdef(oid))
FROM pg_constraint WHERE conrelid = :old AND confrelid = :new AND conparentid = 0 \gexec
-- Deletions that reach rows by a reference to the table itself fired these until now.
SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass)
FROM pg_trigger WHERE tgrelid = :old AND NOT tgisinternal AND tgparentid = 0 \gexec
