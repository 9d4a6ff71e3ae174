-- Whether a ledger account is the house's own, always in the currency of the books. The others are a currency's.
CREATE OR REPLACE FUNCTION cuenta_es_de_la_casa(p_codigo text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_codigo !~ ':' OR p_codigo ~ '^(gasto|contravalor|ganancia):';

-- Makes a currency that of the books: moves the flag, and the accounts of the ledger that follow from it. A position is
-- of every other currency, so the new one loses its own and the old one gets one. Only for a house without an entry.
CREATE OR REPLACE FUNCTION moneda_de_libros_cambiar(p_moneda integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_antes integer := moneda_funcional();
  v_suyas bigint[] := (SELECT ARRAY[posicion_id, contravalor_id, ganancia_id] FROM posiciones
    WHERE moneda_id = p_moneda);
BEGIN
  IF EXISTS (SELECT FROM asientos) THEN RAISE EXCEPTION 'moneda_de_libros_cambiar: there are entries'; END IF;
  UPDATE monedas SET funcional = false, version = version + 1 WHERE id = v_antes;
  UPDATE monedas SET funcional = true, version = version + 1 WHERE id = p_moneda;
  DELETE FROM posiciones WHERE moneda_id = p_moneda;
  DELETE FROM cuentas_contables WHERE id = ANY (v_suyas);
  UPDATE cuentas_contables SET moneda_id = p_moneda WHERE cuenta_es_de_la_casa(codigo) AND moneda_id <> p_moneda;
  PERFORM libro_abrir_moneda(p_moneda), libro_abrir_moneda(v_antes);
END $$;

-- The currency of an active country, locked; null without one.
CREATE OR REPLACE FUNCTION moneda_de_pais(p_pais text) RETURNS monedas LANGUAGE sql AS $$
  SELECT m.* FROM paises p JOIN monedas m ON m.id = p.moneda_id WHERE p.id = p_pais AND p.estatus AND m.estatus
    FOR NO KEY UPDATE;
$$;

-- The active countries, but for the reference market, each with its currency; null where it has none in use.
CREATE OR REPLACE FUNCTION paises_con_moneda() RETURNS TABLE (pais text, nombre text, moneda monedas)
  LANGUAGE sql STABLE AS $$
  SELECT p.id, p.nombre, m FROM paises p LEFT JOIN monedas m ON m.id = p.moneda_id AND m.estatus
    WHERE p.estatus AND p.id <> 'usd';
$$;
