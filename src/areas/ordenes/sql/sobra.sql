-- The surplus of a client's payment (`a_favor`, R-277) before it becomes his credit: what it is worth, and where it is
-- refused.

-- What a surplus is worth in dollars, for limits; null without a price, so that it is above each of them.
CREATE OR REPLACE FUNCTION ordenes_sobra_usd(p_pais text, p_moneda integer, p_a_favor numeric)
  RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_a_favor = 0 THEN RETURN 0; END IF;
  RETURN en_dolares(p_pais, p_moneda, p_a_favor, round(p_a_favor * precio_funcional(p_pais, p_moneda), 2));
END $$;

-- The surplus of an order's payments, verified or not, in dollars.
CREATE OR REPLACE FUNCTION ordenes_sobra(d ordenes) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT ordenes_sobra_usd(d.pais, d.envia_moneda_id, (SELECT coalesce(sum(a_favor), 0) FROM ordenes_cobros
    WHERE orden_id = d.id AND estado IN ('por_verificar', 'verificado')));
$$;

-- Reads the surplus of the payment `p_n`: in cash there is change, and of several payments one has it (`p_sobra`: of
-- all of them), because each is verified only when it covers the order.
CREATE OR REPLACE FUNCTION ordenes_a_favor_leer(p_n integer, x pago_leido, p_a_favor numeric, p_sobra numeric)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_decimales integer := (SELECT decimales FROM monedas WHERE id = x.moneda_id);
  v_reparo jsonb := CASE
    WHEN scale(trim_scale(p_a_favor)) > v_decimales THEN
      reparo('DECIMALES', jsonb_build_object('decimales', v_decimales))
    WHEN x.efectivo THEN reparo('A_FAVOR_EFECTIVO')
    WHEN p_sobra <> p_a_favor THEN reparo('A_FAVOR_UNO') END;
BEGIN
  IF v_reparo IS NOT NULL THEN PERFORM rechazar_campo('cobros.' || p_n, v_reparo); END IF;
END $$;

-- Refuses a surplus while the payments lack `p_falta` of the order: only what is too much becomes a credit, and nothing
-- is rounded for a client who has some. `p_espera`: it would be posted, and others of them wait.
CREATE OR REPLACE FUNCTION ordenes_a_favor_exigir(p_moneda integer, p_falta numeric, p_a_favor numeric,
    p_espera boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_a_favor > 0 AND (p_falta <> 0 OR p_espera) THEN
    PERFORM rechazar_campo('cobros', CASE WHEN p_falta = 0 THEN reparo('A_FAVOR_ANTES')
      ELSE reparo('A_FAVOR_SIN_CUBRIR', jsonb_build_object('falta', importe_de(p_moneda, p_falta))) END);
  END IF;
END $$;

-- Refuses to verify a payment of `p_monto` with a surplus while the verified ones and it do not cover the order: what
-- waits may never have come.
CREATE OR REPLACE FUNCTION ordenes_a_favor_cierto(d ordenes, p_monto numeric, p_a_favor numeric)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_falta numeric := d.envia - p_monto - (SELECT coalesce(sum(monto), 0) FROM ordenes_cobros
    WHERE orden_id = d.id AND estado = 'verificado');
BEGIN
  PERFORM ordenes_a_favor_exigir(d.envia_moneda_id, CASE WHEN EXISTS (SELECT FROM ordenes_cobros WHERE orden_id = d.id
      AND estado = 'por_verificar' AND a_favor = 0) THEN 0 ELSE v_falta END, p_a_favor, v_falta <> 0);
END $$;

-- The surplus of a later payment counts in the limits of the user and of the client as the order does, and needs the
-- declaration that they ask for, for as much as moves with it.
CREATE OR REPLACE FUNCTION ordenes_a_favor_admitir(quien jsonb, d ordenes, p_usd numeric)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_usd numeric := d.monto_usd + p_usd + ordenes_sobra(d);
  v_mes numeric;
BEGIN
  IF p_usd = 0 THEN RETURN; END IF;
  v_mes := ordenes_admitir(quien, d.cliente_id, v_usd, d.id);
  IF ((d.declaracion->>'monto_usd')::numeric >= round(v_usd, 2)) IS NOT TRUE
     AND coalesce(v_mes + v_usd, 'Infinity') >= ajuste('umbral_declaracion_usd')::numeric THEN
    PERFORM rechazar_campo('cobros', reparo('A_FAVOR_DECLARACION'));
  END IF;
END $$;
