VALUES ('reportes_diario', NULL, 'suma de reportes_resumen, que está sellado; una regla la recalcula')
