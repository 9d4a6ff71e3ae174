SELECT sucursales_filtrar('reportes_resumen'), sucursales_filtrar('reportes_diario');
