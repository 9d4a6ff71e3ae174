-- The sums of the days are the house's: of a branch they are added up from its documents.
SELECT sucursales_filtrar('dias_resumen', 'false'), sucursales_filtrar('dias_salidas', 'false');
