import { comoDueno } from './dueno.ts'

/** Replaces the machine's clock by one that runs on from the instant set; returns the function that sets it. */
export async function relojDeMaquina(url: string): Promise<(instant: number) => Promise<unknown>> {
  await comoDueno(
    url,
    `CREATE OR REPLACE FUNCTION reloj() RETURNS timestamptz LANGUAGE sql STABLE RETURN coalesce(
       nullif(current_setting('cambista.ahora', true), '')::timestamptz,
       clock_timestamp() + (SELECT valor::int8 FROM ajustes WHERE clave = 'adelanto_ms') * interval '1 millisecond')`,
  )
  await comoDueno(url, `INSERT INTO ajustes VALUES ('adelanto_ms', '0')`)
  return (instant) =>
    comoDueno(url, `UPDATE ajustes SET valor = to_jsonb($1::bigint) WHERE clave = 'adelanto_ms'`, [
      instant - Date.now(),
    ])
}
