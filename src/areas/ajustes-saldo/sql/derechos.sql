SELECT sucursales_filtrar('ajustes_saldo');
