SELECT prohibir('DELETE', '{turnos_no_borra,turnos_cuentas_no_borra,cierres_versiones_no_borra}');
SELECT prohibir('UPDATE OR DELETE', '{conteos_fijos}');
