SELECT 'compras_ventas_dias', NULL, 'copia de lo que dicen las operaciones; una regla la recalcula'
