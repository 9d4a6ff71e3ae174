SELECT prohibir('UPDATE OR DELETE', '{auditoria_fija,auditoria_cadena_fija,asientos_fijos,apuntes_fijos,
  adjuntos_usos_fijos,reloj_confirmaciones_fijas,sellos_fijos}');
SELECT prohibir('UPDATE', '{adjuntos_fijos,referencias_usadas_fijas}');
