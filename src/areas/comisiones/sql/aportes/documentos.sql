SELECT 'comisiones-liquidaciones', id, numero, NULL, NULL, NULL FROM comisiones_liquidaciones
