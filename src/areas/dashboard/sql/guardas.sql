SELECT prohibir('UPDATE OR DELETE', '{dias_resumen_fijos,dias_salidas_fijas}');
