-- On which timeline this PostgreSQL is (R-472). One that replays says it late, at its next restartpoint, unless the
-- owner may see what it receives (pg_read_all_stats): it receives a timeline only from where it has replayed to.
CREATE OR REPLACE FUNCTION lectura_linea() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN pg_is_in_recovery()
    THEN (SELECT greatest(c.timeline_id, r.min_recovery_end_timeline, w.received_tli)
          FROM pg_control_checkpoint() c CROSS JOIN pg_control_recovery() r LEFT JOIN pg_stat_wal_receiver w ON true)
    ELSE ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int END;
$$;
