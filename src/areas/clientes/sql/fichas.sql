-- Who a client was (R-151, ADR 0052): each change of what documents say of him is a row more of clientes_fichas.

-- The risk that applies. Twin of riesgoDe in areas/clientes/rules.ts.
CREATE OR REPLACE FUNCTION clientes_riesgo(c clientes) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN c.pep THEN 'alto' ELSE coalesce(c.riesgo, CASE c.tipo_persona WHEN 'juridica' THEN 'medio'
    ELSE 'bajo' END) END;

CREATE OR REPLACE FUNCTION clientes_fichar()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  u clientes_fichas;        -- the last one
  f clientes_fichas;
BEGIN
  SELECT * INTO u FROM clientes_fichas WHERE cliente_id = NEW.id ORDER BY id DESC LIMIT 1;
  f := jsonb_populate_record(u, to_jsonb(NEW) - 'id' || jsonb_build_object('cliente_id', NEW.id,
    'riesgo', clientes_riesgo(NEW), 'nivel', clientes_nivel(NEW)));
  IF u IS NOT DISTINCT FROM f THEN RETURN NULL; END IF;
  f.id := nextval(pg_get_serial_sequence('clientes_fichas', 'id'));
  f.desde := ahora();
  f.reconstruida := false;
  INSERT INTO clientes_fichas SELECT f.*;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER clientes_fichar AFTER INSERT OR UPDATE ON clientes
  FOR EACH ROW EXECUTE FUNCTION clientes_fichar();

SELECT prohibir('UPDATE OR DELETE', '{clientes_fichas_fijas}');

CREATE OR REPLACE FUNCTION clientes_ficha(p_cliente bigint) RETURNS bigint LANGUAGE sql STABLE STRICT AS $$
  SELECT id FROM clientes_fichas WHERE cliente_id = p_cliente ORDER BY id DESC LIMIT 1;
$$;

-- Freezes in a document who its client or its agent is, whatever was sent; afterwards nobody changes it. Its argument
-- is the column of the frozen data.
CREATE OR REPLACE FUNCTION clientes_congelar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- By name: every column of the row as JSON costs more than the rest.
    CASE TG_ARGV[0]
      WHEN 'ficha_id' THEN NEW.ficha_id := clientes_ficha(NEW.cliente_id);
      WHEN 'agente_ficha_id' THEN NEW.agente_ficha_id := clientes_ficha(NEW.agente_id);
    END CASE;
    RETURN NEW;
  END IF;
  IF to_jsonb(NEW)->TG_ARGV[0] IS DISTINCT FROM to_jsonb(OLD)->TG_ARGV[0] THEN
    RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
  END IF;
  RETURN NEW;
END $$;

-- Who he was, with what was not known of him then: data that were missing may be completed, none is replaced. The
-- expiry is that of the document he has.
CREATE OR REPLACE FUNCTION clientes_completar(f clientes_fichas, c clientes)
  RETURNS clientes_fichas LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_populate_record(f, to_jsonb(c) || (jsonb_strip_nulls(to_jsonb(f)) - 'vence_doc'));
