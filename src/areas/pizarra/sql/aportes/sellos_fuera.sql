SELECT 'pizarra_enlaces', 'usado_en', 'última vez que una pantalla preguntó'
