import { Button } from '@mantine/core'
import { useState } from 'react'
import { columnaHora, columnaTexto } from '../../web/crud/lista/columna.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Ficha, Hace } from '../../web/crud/valores.tsx'
import type { Empieza } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { type ClaveFila, contrato, ESTADOS } from './contract.ts'
import { FichaClave } from './ficha.tsx'
import { ClaveNueva } from './nueva.tsx'

const FILTROS: FiltroDe<typeof contrato.listar>[] = [filtroDe('estado', 'Estado', ESTADOS)]

const COLUMNAS: Columna<ClaveFila>[] = [
  columnaTexto('nombre', 'Nombre', ({ nombre }) => nombre, { principal: true }),
  columnaTexto('pista', 'Termina en', ({ pista }) => `…${pista}`),
  columnaTexto('permisos', 'Permisos', ({ permisos }) => String(permisos.length)),
  columnaTexto(
    'direcciones',
    'Desde',
    ({ direcciones }) => direcciones.join(', ') || 'Cualquier dirección',
    { oculta: true },
  ),
  columnaTexto('creada_por', 'Creada por', ({ creada_por }) => creada_por),
  columnaHora('creada_en', 'Creada', ({ creada_en }) => creada_en, { oculta: true }),
  columnaHora('vence_en', 'Vence', ({ vence_en }) => vence_en),
  columnaTexto('usada_en', 'Último uso', ({ usada_en }) => usada_en, {
    celda: ({ usada_en }) => (usada_en ? <Hace momento={usada_en} /> : 'Nunca'),
  }),
  columnaTexto('usada_desde', 'Última dirección', ({ usada_desde }) => usada_desde),
  columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
    celda: ({ estado }) => (
      <Ficha tono={estado === 'activa' ? 'positivo' : 'neutro'}>{ESTADOS[estado]}</Ficha>
    ),
  }),
]

export const empieza: Empieza = { lista: 'claves-api', de: contrato.listar }

/** The keys with which other programs call the API, the newest first. */
export default function ListaClaves() {
  const edita = usePuede('claves-api:editar')
  const [creando, setCreando] = useState(false)
  const [elegida, setElegida] = useState<ClaveFila>()
  const crear = edita && <Button onClick={() => setCreando(true)}>Nueva clave</Button>
  return (
    <Pagina
      titulo="Claves de API"
      migas={[{ texto: 'Usuarios', ruta: 'usuarios' }]}
      acciones={crear}
    >
      <ListaPaginada
        lista="claves-api"
        titulo="Lista de claves de API"
        endpoint={contrato.listar}
        columnas={COLUMNAS}
        id={({ id }) => id}
        abrir={setElegida}
        nombreFila={({ nombre }) => nombre}
        filtros={FILTROS}
        buscar="Nombre, final o quién la creó"
        vacio={<p>Ningún otro programa usa la API de la casa.</p>}
      />
      <ClaveNueva abierto={creando} cerrar={() => setCreando(false)} />
      <FichaClave clave={elegida} edita={edita} cerrar={() => setElegida(undefined)} />
    </Pagina>
  )
}
