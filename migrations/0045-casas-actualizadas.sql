-- What a house that was set up earlier lacks: ways to pay that nobody touched ask for nothing of who is paid, and roles
-- that are a template still hold what it held then. What somebody changed stays as he left it.

CREATE TEMP TABLE plantillas_hoy ON COMMIT DROP AS SELECT * FROM (VALUES
  ('mgr', regexp_split_to_array(btrim($p$
    ajustes:ver auditoria:exportar auditoria:ver beneficiarios:editar beneficiarios:ver cierres:aprobar cierres:arqueo
    cierres:cerrar cierres:turno cierres:ver clientes:bloquear clientes:editar clientes:ver comisiones:ver
    comisiones:ver-todas compras-ventas:anular compras-ventas:autorizar-tasa compras-ventas:crear compras-ventas:ver
    compras-ventas:verificar cuentas:ajustar cuentas:editar cuentas:sobregiro cuentas:ver dashboard:casa dashboard:ver
    entidades-financieras:editar entidades-financieras:ver ganancia:ver gastos:anular gastos:categorias gastos:crear
    gastos:ver monedas:editar monedas:ver ordenes:anular ordenes:cobrar ordenes:crear ordenes:devolver
    ordenes:observar ordenes:pagar ordenes:ver paises:ver pares-divisas:editar pares-divisas:publicar
    pares-divisas:ver pizarra:administrar pizarra:ver posiciones:ver reportes:ro reportes:ver telegram:activar
    telegram:editar telegram:ver tipos-cambios:editar tipos-cambios:publicar tipos-cambios:vencida tipos-cambios:ver
    tipos-pagos:editar tipos-pagos:ver transferencias:ajenas transferencias:anular transferencias:crear
    transferencias:recibir transferencias:tercero transferencias:ver usuarios:ver
    $p$, E' \n'), '\s+'), ARRAY[
    '1117fb9a30a61702a64a30e4e298eb43', 'a2e7a5d6b31b5c1172eb1405acb757e8', 'dbf26bb61fa7ba6d32d2ce17c2cd1c82',
    '827f14da58f4f53c071c9c6a6be884ed', 'f766f6d68828e7b9b757362deef26d0b', 'a094f034a413d84be445d5677d3c932e',
    '534244a5da097a5922805385eb94c45b', 'd04885e8c2c1325b2ab531e4bab740e2', '07e50297a8b7bc15b800b6fce4dc41d6',
    '6bfebcf4b06a19cd4048b87ccafad3fa', '4b1b9094f47aefb983c84592dd8afc6d', '360a9862b2b9cf5e8904e69b440069be',
    '360cb0da228c6bfbb4f7185e46b8264d', 'a58504a144e674a712f77638395182f9', '203f092d98dbe9cafda16a52aafb00f8',
    'e8b63e8139a9bab799a085911d34555f']),
  ('caj', regexp_split_to_array(btrim($p$
    beneficiarios:editar beneficiarios:ver cierres:turno clientes:editar clientes:ver comisiones:ver
    compras-ventas:crear compras-ventas:ver compras-ventas:verificar cuentas:ver dashboard:ver ordenes:anular
    ordenes:cobrar ordenes:crear ordenes:observar ordenes:ver pizarra:ver transferencias:crear transferencias:recibir
    transferencias:ver
    $p$, E' \n'), '\s+'), ARRAY[
    'da2075c084a87a2eb15bfcc163d6b419', '4da852472ec8189670beedb837cfe7cb', '80422efc3fa7f862a1c00c82b36f086d',
    'e87fee0b7f2746b4a574ef69caf22765', 'ed1b16bb3967836b899e339892c79657', '81f38b6ce28a265ac023446b5fca7f03']),
  ('pag', regexp_split_to_array(btrim($p$
    beneficiarios:ver clientes:ver comisiones:ver cuentas:ver dashboard:ver ordenes:observar ordenes:pagar ordenes:ver
    transferencias:ver
    $p$, E' \n'), '\s+'), ARRAY[
    'a6c08ae50d096666f7b92b2db834c8ea', 'f45284afb194aa7f37c37abd3a5e0bd5', '6e82cfcb8a2ef06c6148c0d3f951dc75',
    'e63cb899407c2e14aa5e5aada053cd10']),
  ('cum', regexp_split_to_array(btrim($p$
    auditoria:ver beneficiarios:editar beneficiarios:ver clientes:bloquear clientes:editar clientes:ver
    compras-ventas:ver dashboard:casa dashboard:ver ordenes:ver reportes:ro reportes:ver
    $p$, E' \n'), '\s+'), ARRAY[
    '4b35408cc48c62db0ad4775163a9162b', '76ca637c9cf977e1f1a8c2006f079cac', '7bbe972fc8e98aeb10e9efa1c4a43373',
    '799b73b7404a46510868887d2bbd7690', '6e44e4292d2435877900a1bc0c43b69a']),
  ('con', regexp_split_to_array(btrim($p$
    cierres:ver clientes:ver comisiones:ver comisiones:ver-todas compras-ventas:ver cuentas:ver dashboard:casa
    dashboard:ver entidades-financieras:ver ganancia:ver gastos:ver monedas:ver ordenes:ver pares-divisas:ver
    posiciones:ver reportes:ver tipos-cambios:ver tipos-pagos:ver transferencias:ver
    $p$, E' \n'), '\s+'), ARRAY[
    '42faee93d644f090fc6894e6b1879b26', '2442ea12f800654907d0f9ab401fe27f', '1381a50432b6009ce5338c48cdff3f9f',
    '602b5f114eeae8d3dd89b05b8e99adf1', '6a2e1d924440c2f1122a5dee2e94d18f', '07799daa43eddf1d0417c0d1ea1c9fdf',
    'f93e68095ed177cbea05f61a32af49d3'])
) AS p (slug, permisos, antes);

-- Equal to a template of some release: by the digest of its permissions, in order.
DO $$
DECLARE
  r record;
  v_nuevos text[];
BEGIN
  FOR r IN
    SELECT x.rol_slug, x.permisos AS tiene, p.permisos FROM (
      SELECT rol_slug, array_agg(permiso ORDER BY permiso COLLATE "C") AS permisos FROM roles_permisos GROUP BY rol_slug) x
    JOIN plantillas_hoy p ON md5(array_to_string(x.permisos, ' ')) = ANY (p.antes)
  LOOP
    v_nuevos := ARRAY(SELECT p FROM unnest(r.permisos) p WHERE p <> ALL (r.tiene) ORDER BY p);
    CONTINUE WHEN v_nuevos = '{}';
    INSERT INTO roles_permisos SELECT r.rol_slug, p FROM unnest(v_nuevos) p;
    PERFORM auditar('{}', 'permisos', 'roles', r.rol_slug, NULL, jsonb_build_object('permisos', v_nuevos,
      'motivo', 'Permisos nuevos de la plantilla, al actualizar el programa.'));
  END LOOP;
END $$;

-- Never edited, of the house's own list, and nobody is paid by it yet: asking now takes nothing away from anybody.
DO $$
DECLARE
  r record;
BEGIN
  FOR r IN
    SELECT t.id, c.campos FROM tipos_pagos t JOIN (VALUES
      ('TRANSFERENCIA', 'pe', '[
        {"clave":"banco","etiqueta":"Banco","tipo":"entidad","obligatorio":true,"patron":null,"ejemplo":null},
        {"clave":"cuenta","etiqueta":"Cuenta","tipo":"digitos","obligatorio":true,"patron":"\\d{10,20}","ejemplo":null}]'),
      ('CCI', 'pe', '[
        {"clave":"banco","etiqueta":"Banco","tipo":"entidad","obligatorio":true,"patron":null,"ejemplo":null},
        {"clave":"cci","etiqueta":"CCI","tipo":"cuenta","obligatorio":true,"patron":null,"ejemplo":"002 191 170000011001 59"},
        {"clave":"documento","etiqueta":"Documento","tipo":"documento","obligatorio":true,"patron":null,"ejemplo":null}]'),
      ('YAPE', 'pe', '[
        {"clave":"telefono","etiqueta":"Celular","tipo":"telefono","obligatorio":true,"patron":null,"ejemplo":"987 654 321"}]'),
      ('PLIN', 'pe', '[
        {"clave":"telefono","etiqueta":"Celular","tipo":"telefono","obligatorio":true,"patron":null,"ejemplo":"987 654 321"}]'),
      ('PAGO_MOVIL', 've', '[
        {"clave":"banco","etiqueta":"Banco","tipo":"entidad","obligatorio":true,"patron":null,"ejemplo":null},
        {"clave":"telefono","etiqueta":"Teléfono","tipo":"telefono","obligatorio":true,"patron":"04(?:12|14|16|22|24|26)\\d{7}","ejemplo":"0414 1234567"},
        {"clave":"cedula","etiqueta":"Cédula","tipo":"documento","obligatorio":true,"patron":"[VEJGP]\\d{6,9}","ejemplo":"V12345678"}]'),
      ('TRANSFERENCIA_VE', 've', '[
        {"clave":"banco","etiqueta":"Banco","tipo":"entidad","obligatorio":true,"patron":null,"ejemplo":null},
        {"clave":"cuenta","etiqueta":"Cuenta","tipo":"cuenta","obligatorio":true,"patron":null,"ejemplo":"0134 0032 61 0000010011"},
        {"clave":"cedula","etiqueta":"Cédula","tipo":"documento","obligatorio":true,"patron":"[VEJGP]\\d{6,9}","ejemplo":"V12345678"}]'),
      ('NEQUI', 'co', '[
        {"clave":"telefono","etiqueta":"Celular","tipo":"telefono","obligatorio":true,"patron":null,"ejemplo":"300 123 4567"}]'),
      ('DAVIPLATA', 'co', '[
        {"clave":"telefono","etiqueta":"Celular","tipo":"telefono","obligatorio":true,"patron":null,"ejemplo":"300 123 4567"},
        {"clave":"cedula","etiqueta":"Cédula","tipo":"documento","obligatorio":true,"patron":null,"ejemplo":null}]'),
      ('BRE_B', 'co', '[
        {"clave":"llave","etiqueta":"Llave","tipo":"llave","obligatorio":true,"patron":null,"ejemplo":"@maria22"}]'),
      ('TRANSFERENCIA_CO', 'co', '[
        {"clave":"banco","etiqueta":"Banco","tipo":"entidad","obligatorio":true,"patron":null,"ejemplo":null},
        {"clave":"tipo_cuenta","etiqueta":"Tipo de cuenta","tipo":"texto","obligatorio":true,"patron":"Ahorros|Corriente","ejemplo":"Ahorros"},
        {"clave":"cuenta","etiqueta":"Cuenta","tipo":"cuenta","obligatorio":true,"patron":null,"ejemplo":null},
        {"clave":"cedula","etiqueta":"Cédula","tipo":"documento","obligatorio":true,"patron":null,"ejemplo":null}]'),
      ('ZELLE', 'us', '[
        {"clave":"contacto","etiqueta":"Correo o teléfono","tipo":"contacto","obligatorio":true,"patron":null,"ejemplo":"maria@example.com"}]'),
      ('USDT_TRC20', NULL, '[
        {"clave":"billetera","etiqueta":"Billetera TRC-20","tipo":"cuenta","obligatorio":true,"patron":"T[1-9A-HJ-NP-Za-km-z]{33}","ejemplo":null}]'),
      ('EFECTIVO_VE', 've', '[
        {"clave":"direccion","etiqueta":"Dirección","tipo":"texto","obligatorio":true,"patron":null,"ejemplo":null},
        {"clave":"telefono","etiqueta":"Teléfono","tipo":"telefono","obligatorio":true,"patron":null,"ejemplo":null},
        {"clave":"cedula","etiqueta":"Cédula","tipo":"documento","obligatorio":true,"patron":"[VEJGP]\\d{6,9}","ejemplo":"V12345678"}]')
    ) AS c (codigo, pais, campos) ON c.codigo = t.codigo AND c.pais IS NOT DISTINCT FROM t.pais
    WHERE t.campos = '[]' AND t.version = 1 AND t.sentido <> 'entra'
      AND NOT EXISTS (SELECT FROM beneficiarios b WHERE b.tipo_pago_id = t.id)
  LOOP
    UPDATE tipos_pagos SET campos = r.campos::jsonb, version = version + 1 WHERE id = r.id;
    PERFORM auditar('{}', 'editar', 'tipos-pagos', r.id::text, '{"campos": []}',
      jsonb_build_object('campos', r.campos::jsonb, 'motivo', 'Datos que pide, al actualizar el programa.'));
  END LOOP;
END $$;
