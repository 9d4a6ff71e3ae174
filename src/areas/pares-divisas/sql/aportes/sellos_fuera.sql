SELECT 'pares_fuentes', c, 'última lectura de la fuente; un precio publicado es una fila de la historia'
FROM unnest('{proxima_en,leida_en,respuesta,compra,venta,error,fallos}'::text[]) c
