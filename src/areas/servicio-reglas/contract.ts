import { catalogo } from '../../core/catalog.ts'
import { DE_LOS_LIBROS } from '../../core/dinero/moneda.ts'
import { monto, opcional, referencia, seleccionDe, texto } from '../../core/fields.ts'
import { cabecera } from './contract/cabecera.ts'

const EN_LIBROS = { min: '0.01', unidad: DE_LOS_LIBROS }

/** Rules of the counter's service fee: what is left empty says any; the most specific that applies decides. */
export const reglas = catalogo({
  ...cabecera,
  campos: {
    nombre: texto('Nombre', { max: 60 }),
    segmento: opcional(
      seleccionDe<'servicio_reglas.segmento'>(
        'Segmento del cliente',
        { publico: 'Público', mayorista: 'Mayorista' },
        { ayuda: 'Vacío: cualquiera. Quien no se identifica es público.' },
      ),
    ),
    divisa_id: {
      ...opcional(referencia('Divisa', 'monedas', ['iso', 'nombre'])),
      ayuda: 'Vacía: cualquiera. De un canje, la que el cliente entrega.',
    },
    tipo: opcional(
      seleccionDe<'servicio_reglas.tipo'>(
        'Tipo de operación',
        { compra: 'Compra', venta: 'Venta', canje: 'Canje' },
        { ayuda: 'Vacío: cualquiera.' },
      ),
    ),
    desde: opcional(
      monto('Desde', {
        min: '0.01',
        ayuda:
          'Incluido. En la divisa de la regla; sin divisa, en la moneda de los libros. Lo que se parte en montos menores paga lo que toque a cada parte.',
      }),
    ),
    hasta: opcional(monto('Hasta', { min: '0.01', ayuda: 'Sin incluirlo.' })),
    pct: opcional(
      monto('Servicio', {
        ...{ decimales: 3, min: '0.001', max: '20', unidad: '%' },
        ayuda: 'De lo que vale la operación en la moneda de los libros.',
      }),
    ),
    fija: opcional(
      monto('Servicio fijo', {
        unidad: DE_LOS_LIBROS,
        ayuda: 'Se suma al porcentaje. 0 si no se cobra.',
      }),
    ),
    min: opcional(
      monto('Servicio mínimo', {
        ...EN_LIBROS,
        ayuda: 'Lo paga cada operación: partirla no la hace gratis.',
      }),
    ),
    max: opcional(monto('Servicio máximo', EN_LIBROS)),
  },
  lista: ['nombre', 'segmento', 'divisa_id', 'tipo', 'desde', 'hasta'],
  busca: ['nombre'],
})

export const contrato = reglas.contrato
