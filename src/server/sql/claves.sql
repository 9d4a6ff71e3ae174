-- What a key of an integration may at most (R-406): reads, and what is asked of a counter or of a remittance. Never who
-- may what, settings, prices, approvals, corrections of the books, tills or money of the house itself. Twin of DE_CLAVE
-- (src/core/acceso/de-clave.ts).
CREATE OR REPLACE FUNCTION permisos_de_clave() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '{monedas:ver,paises:ver,pares-divisas:ver,tipos-cambios:ver,pizarra:ver,competencia:ver,competencia:anotar,
    clientes:ver,clientes:editar,beneficiarios:ver,beneficiarios:editar,tipos-pagos:ver,sucursales:ver,sucursales:todas,
    entidades-financieras:ver,cuentas:ver,cuentas:ajenas,posiciones:ver,compras-ventas:ver,compras-ventas:crear,
    transferencias:ver,ordenes:ver,ordenes:crear,ordenes:pagar,comisiones:ver,gastos:ver,cierres:ver,
    auditoria:ver,reportes:ver,libro:ver,libro:exportar,ganancia:ver}'::text[];

-- Who a user is where people are told apart or counted: of a key its maker, and otherwise himself (R-407).
CREATE OR REPLACE FUNCTION persona_de(p_usuario integer) RETURNS integer LANGUAGE sql STABLE
  RETURN coalesce((SELECT creada_por FROM claves_api WHERE usuario_id = p_usuario), p_usuario);

CREATE OR REPLACE FUNCTION misma_persona(p_uno integer, p_otro integer) RETURNS boolean LANGUAGE sql STABLE
  RETURN p_uno = p_otro OR persona_de(p_uno) = persona_de(p_otro);

-- These users with all hands of the same people: a key's maker, and every key that he made, also one that ended.
CREATE OR REPLACE FUNCTION personas_de(p_usuarios integer[]) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT p_usuarios || ARRAY(SELECT unnest(ARRAY[creada_por, usuario_id]) FROM claves_api WHERE creada_por = ANY (
    p_usuarios || ARRAY(SELECT creada_por FROM claves_api WHERE usuario_id = ANY (p_usuarios))));
$$;

-- Refuses a key what a person does, or has to ask another one for (R-407).
CREATE OR REPLACE FUNCTION persona_exigir(quien jsonb) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF EXISTS (SELECT FROM claves_api WHERE usuario_id = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar('SOLO_PERSONA');
  END IF;
END $$;

-- The key of this digest with what it may now, which is what it was given and its maker still may. `motivo`: why it is
-- not good.
CREATE OR REPLACE FUNCTION acceso_clave(p_huella bytea, p_desde inet)
  RETURNS TABLE (clave_id integer, usuario_id integer, usuario text, nombres text, apellidos text, correo text,
    rol_slug text, rol text, sucursal_id integer, desvio_pct numeric, limite_usd numeric, permisos text[],
    sucursales jsonb, motivo text, reciente boolean) LANGUAGE sql STABLE AS $$
  SELECT c.id, u.id, u.usuario, u.nombres, u.apellidos, u.correo, u.rol_slug, r.nombre, u.sucursal_id, u.desvio_pct,
    least(c.limite_usd, p.limite_usd),
    CASE p.rol_slug WHEN 'adm' THEN c.permisos ELSE ARRAY(SELECT x FROM unnest(c.permisos) x
      JOIN roles_permisos t ON t.rol_slug = p.rol_slug AND t.permiso = x) END,
    s.sucursales,
    CASE WHEN c.revocada_en IS NOT NULL THEN 'clave-revocada' WHEN c.vence_en <= ahora() THEN 'clave-vencida'
      WHEN NOT p.estatus OR NOT u.estatus THEN 'usuario-inactivo'
      WHEN restauracion_detiene(c.id) THEN 'clave-por-revisar'
      WHEN c.direcciones <> '{}' AND NOT coalesce(p_desde <<= ANY (c.direcciones), false) THEN 'clave-direccion' END,
    coalesce(c.usada_en BETWEEN ahora() - interval '1 minute' AND ahora() AND c.usada_desde = host(p_desde), false)
  FROM claves_api c JOIN usuarios u ON u.id = c.usuario_id JOIN usuarios p ON p.id = c.creada_por
  JOIN roles r ON r.slug = u.rol_slug CROSS JOIN (SELECT acceso_sucursales() AS sucursales) s
  WHERE c.huella = p_huella;
$$;

-- Notes the last use of a key: when, and from where.
CREATE OR REPLACE FUNCTION acceso_clave_usada(p_id integer, p_desde inet)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE claves_api SET usada_en = ahora(), usada_desde = host(p_desde) WHERE id = p_id AND revocada_en IS NULL;
$$;
