-- Only completing an operation accrues a commission; the application cannot call these functions.
REVOKE EXECUTE ON FUNCTION comisiones_devengar(comision_operacion[]), comisiones_revertir FROM cambista_app;
SELECT sucursales_filtrar('comisiones', 'NOT documento_oculto(origen, origen_id)');
