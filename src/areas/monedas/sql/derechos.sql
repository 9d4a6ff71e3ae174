-- Which one the books are in is changed by moneda_de_libros_cambiar alone (R-292).
GRANT INSERT (nombre, iso, simbolo, decimales, decimales_pago, imagen, redondeo_efectivo, billetes, metalicas, estatus),
  UPDATE (nombre, iso, simbolo, decimales, decimales_pago, imagen, redondeo_efectivo, billetes, metalicas, estatus,
    version)
  ON monedas TO cambista_app;
