-- The countervalue of an operation at another rate, for the same amount.
CREATE OR REPLACE FUNCTION tipos_cambios_debido(p_tipo text, p_monto numeric, p_tasa numeric, p_metodo text,
    p_decimales integer)
  RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN CASE p_tipo
    WHEN 'venta' THEN convertir(p_monto, p_tasa, CASE p_metodo WHEN 'm' THEN 'd' ELSE 'm' END, p_decimales, 'arriba')
    ELSE convertir(p_monto, p_tasa, p_metodo, p_decimales, 'abajo') END;

-- Profit of the house by the wrong rate (a loss is below zero), in the functional currency: the twin of `diferencia` in
-- areas/tipos-cambios/deshacer/rules.ts. A canje's is in the currency that left, valued at its cost; null without a
-- cost.
CREATE OR REPLACE FUNCTION tipos_cambios_diferencia(p_tipo text, p_contravalor numeric, p_debido numeric,
    p_costo numeric)
  RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN CASE p_tipo
    WHEN 'compra' THEN p_debido - p_contravalor
    WHEN 'venta' THEN p_contravalor - p_debido
    ELSE sign(p_debido - p_contravalor) * convertir(abs(p_debido - p_contravalor) * p_costo, p_contravalor, 'd', 2,
        'medio') END;
