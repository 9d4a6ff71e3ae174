SELECT 'comisiones-liquidaciones', id, numero FROM comisiones_liquidaciones
