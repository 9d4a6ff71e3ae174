-- Before there is a document, what is asked for is of the person who asks.
SELECT sucursales_filtrar('vistos', sucursales_de('solicitado_por')
  || ' AND (origen_id IS NULL OR NOT documento_oculto(origen, origen_id))');
