-- The standbys of this PostgreSQL: how many there are, how many of them an acknowledged operation waits for, and how
-- far the last one is behind. With the owner's rights, who sees them where the server lets him (pg_read_all_stats);
-- `vistas` says whether. What copies the log for a backup is no standby.
CREATE OR REPLACE FUNCTION replicas() RETURNS TABLE (cuantas integer, sincronas integer, bytes bigint, segundos numeric,
  vistas boolean, pedidas text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*)::int, (count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')))::int,
    max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::bigint,
    round(max(extract(epoch FROM replay_lag)), 3), coalesce(bool_and(state IS NOT NULL), true),
    current_setting('synchronous_standby_names')
  FROM pg_stat_replication
  WHERE application_name NOT IN ('pg_basebackup', 'pg_receivewal') AND state IS DISTINCT FROM 'backup';
$$;

-- What is wrong with the standbys, so that it is told to who does not look for it (R-471); null: nothing, or there is
-- none.
CREATE OR REPLACE FUNCTION replica_falla() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN NOT vistas THEN 'no se ve si las operaciones la esperan (falta pg_read_all_stats, docs/crecer.md)'
    WHEN sincronas > 0 THEN NULL
    WHEN pedidas <> '' THEN 'las operaciones esperan a una que no está, y nada se confirma (synchronous_standby_names)'
    WHEN cuantas > 0 THEN 'ninguna operación la espera, y si el servidor cae puede perderse una ya confirmada '
      '(synchronous_standby_names)'
    END FROM replicas();
$$;
