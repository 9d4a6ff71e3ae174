/** Refusals of files that are what they say and still not taken. */
export const DE_ARCHIVOS = {
  IMAGEN_ENORME: [
    400,
    'La imagen mide {ancho} × {alto} píxeles: la mayor que se acepta tiene {lado} de lado y 64 millones en total. Redúzcala o tome una captura.',
  ],
  LOGO_ENORME: [
    400,
    'La imagen mide {ancho} × {alto} píxeles: la mayor que se acepta tiene {lado} de lado. Redúzcala o envíe otra.',
  ],
  PDF_ACTIVO: [
    400,
    'Este PDF lleva un programa, una orden o archivos adentro y no se acepta. Imprímalo como PDF o adjunte una captura.',
  ],
  PDF_CERRADO: [
    400,
    'Este PDF está protegido y no se puede revisar. Guárdelo sin contraseña, imprímalo como PDF o adjunte una captura.',
  ],
  TELEFONO_CERRADO: [
    410,
    'Este código ya no sirve: venció, ya trajo un archivo o su ventana se cerró. Muestre otro en la pantalla y vuelva a leerlo.',
  ],
} as const satisfies Record<string, readonly [number, string]>
