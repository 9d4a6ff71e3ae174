SELECT 'presupuestos de gastos' FROM gastos_categorias WHERE presupuesto IS NOT NULL
