SELECT 'comisiones-liquidaciones', id, numero, NULL, NULL FROM comisiones_liquidaciones
