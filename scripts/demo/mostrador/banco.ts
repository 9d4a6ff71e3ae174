import type {
  Borrador,
  Opciones,
} from '../../../src/areas/compras-ventas/mostrador/calculo/tipos.ts'

/** A draft that is paid on both sides by transfer, from and to the house's accounts of one bank. */
export function porBanco(
  opciones: Opciones,
  nuevo: Borrador,
  referencia: (linea: number) => string,
): Borrador {
  const forma = opciones.tipos_pago.find(({ nombre }) => nombre === 'Transferencia mismo banco')
  const lineas = nuevo.lineas.map((line, n) => {
    const nombre = line.parte === 'divisa' ? 'BCP Dólares' : 'BCP Soles'
    const cuenta = opciones.cuentas.find((each) => each.nombre === nombre)
    return {
      ...line,
      ...{ tipo_pago_id: forma?.id ?? 0, cuenta_id: cuenta?.id ?? 0, referencia: referencia(n) },
    }
  })
  return { ...nuevo, lineas }
}
