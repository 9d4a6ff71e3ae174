import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { Root } from 'react-dom/client'
import { screens as ajustes, aportes as aportaAjustes } from './areas/ajustes/screens.tsx'
import {
  screens as ajustesSaldo,
  aportes as aportaAjustesSaldo,
} from './areas/ajustes-saldo/screens.tsx'
import { screens as aprobaciones } from './areas/aprobaciones/screens.tsx'
import { aportes as aportaAuditoria, screens as auditoria } from './areas/auditoria/screens.tsx'
import { aportes as aportaAyuda, screens as ayuda } from './areas/ayuda/screens.tsx'
import {
  aportes as aportaBeneficiarios,
  pestanas as beneficiarios,
} from './areas/beneficiarios/screens.tsx'
import {
  aportes as aportaCierres,
  screens as cierres,
  pestanas as diferencias,
} from './areas/cierres/screens.tsx'
import { aportes as aportaClavesApi, screens as clavesApi } from './areas/claves-api/screens.tsx'
import { aportes as aportaClientes, screens as clientes } from './areas/clientes/screens.tsx'
import {
  aportes as aportaComisiones,
  screens as comisiones,
  pestanas as deComisiones,
} from './areas/comisiones/screens.tsx'
import {
  aportes as aportaCompetencia,
  screens as competencia,
} from './areas/competencia/screens.tsx'
import {
  aportes as aportaCompetidores,
  screens as competidores,
} from './areas/competidores/screens.tsx'
import {
  aportes as aportaComprasVentas,
  screens as comprasVentas,
  pestanas as operaciones,
} from './areas/compras-ventas/screens.tsx'
import {
  aportes as aportaCuentas,
  screens as cuentas,
  pestanas as susCuentas,
} from './areas/cuentas/screens.tsx'
import { screens as dashboard } from './areas/dashboard/screens.tsx'
import {
  aportes as aportaEntidadesFinancieras,
  screens as entidades,
} from './areas/entidades-financieras/screens.tsx'
import { aportes as aportaGastos, screens as gastos } from './areas/gastos/screens.tsx'
import {
  aportes as aportaGastosCategorias,
  screens as categoriasGastos,
} from './areas/gastos-categorias/screens.tsx'
import { aportes as aportaImportar, screens as importar } from './areas/importar/screens.tsx'
import { aportes as aportaLibro, screens as libro } from './areas/libro/screens.tsx'
import { aportes as aportaMonedas, screens as monedas } from './areas/monedas/screens.tsx'
import {
  aportes as aportaOrdenes,
  screens as ordenes,
  pestanas as susOrdenes,
} from './areas/ordenes/screens.tsx'
import { aportes as aportaPaises, screens as paises } from './areas/paises/screens.tsx'
import { aportes as aportaParesDivisas, screens as pares } from './areas/pares-divisas/screens.tsx'
import { aportes as aportaPizarra, screens as pizarra } from './areas/pizarra/screens.tsx'
import { screens as posiciones } from './areas/posiciones/screens.tsx'
import { screens as puesta } from './areas/puesta-en-marcha/screens.tsx'
import { pestanas as deRo } from './areas/reportes/ro/pestanas.tsx'
import { aportes as aportaReportes, screens as reportes } from './areas/reportes/screens.tsx'
import {
  aportes as aportaServicioReglas,
  screens as servicioReglas,
} from './areas/servicio-reglas/screens.tsx'
import { IngresoForm } from './areas/sesion/ingreso-form.tsx'
import { NoEncontrada } from './areas/sesion/no-encontrada.tsx'
import { screens as sesionScreens } from './areas/sesion/screens.tsx'
import { aportes as aportaSucursales, screens as sucursales } from './areas/sucursales/screens.tsx'
import { aportes as aportaTelefono, screens as telefono } from './areas/telefono/screens.tsx'
import { aportes as aportaTelegram, screens as telegram } from './areas/telegram/screens.tsx'
import {
  aportes as aportaTiposCambios,
  screens as tiposCambios,
} from './areas/tipos-cambios/screens.tsx'
import { aportes as aportaTiposPagos, screens as tiposPagos } from './areas/tipos-pagos/screens.tsx'
import {
  aportes as aportaTransferencias,
  screens as transferencias,
} from './areas/transferencias/screens.tsx'
import { aportes as aportaUsuarios, screens as usuarios } from './areas/usuarios/screens.tsx'
import { screens as verificar } from './areas/verificar/screens.tsx'
import { aportes as aportaVistas } from './areas/vistas/screens.tsx'
import { aportes as aportaVistos } from './areas/vistos/screens.tsx'
import { aportes as aportaWebhooks, screens as webhooks } from './areas/webhooks/screens.tsx'
import { Herramientas } from './main.barra.tsx'
import { listen, onEvento } from './web/api/events.ts'
import { atenderRed } from './web/api/linea.ts'
import { Cargando } from './web/crud/pagina/cargando.tsx'
import { Marco } from './web/marco/layout.tsx'
import { parte } from './web/sin-linea/parte.tsx'
import './web/tema/mantine.css'
import { menu } from './main.menu.tsx'
import { queryClient } from './web/api/query.ts'
import { registerMenu } from './web/barra/menu.ts'
import { noSalirAlSoltar } from './web/comprobantes/soltar-fuera.ts'
import { type Aportes, registerAportes } from './web/marco/aportes.ts'
import { registerPestanas } from './web/marco/pestanas.tsx'
import { buildRouter } from './web/marco/router.tsx'
import { vigilarPantalla } from './web/sesion/bloqueo.ts'
import { actualizar, keepSesion, onSesion, sesion } from './web/sesion/sesion.ts'
import { cuidarEstilos } from './web/sin-linea/estilos.ts'
import { luego, tarde, watchFirstUse } from './web/tarde.ts'
import { theme } from './web/tema/theme.ts'

/** The screens of all areas. */
const screens = [
  ...sesionScreens,
  ...dashboard,
  ...comprasVentas,
  ...cierres,
  ...ordenes,
  ...comisiones,
  ...reportes,
  ...libro,
  ...transferencias,
  ...monedas,
  ...paises,
  ...sucursales,
  ...entidades,
  ...tiposPagos,
  ...servicioReglas,
  ...clientes,
  ...ajustesSaldo,
  ...categoriasGastos,
  ...gastos,
  ...cuentas,
  ...posiciones,
  ...pares,
  ...pizarra,
  ...tiposCambios,
  ...competencia,
  ...competidores,
  ...clavesApi,
  ...usuarios,
  ...ajustes,
  ...importar,
  ...puesta,
  ...aprobaciones,
  ...telefono,
  ...telegram,
  ...webhooks,
  ...auditoria,
  ...verificar,
  ...ayuda,
] as const

/** The parts that areas contribute to the screens of other areas. */
const aportes: readonly Aportes[] = [
  aportaAjustes,
  aportaAjustesSaldo,
  aportaAuditoria,
  aportaAyuda,
  aportaBeneficiarios,
  aportaCierres,
  aportaClientes,
  aportaComisiones,
  aportaCompetencia,
  aportaClavesApi,
  aportaCompetidores,
  aportaComprasVentas,
  aportaCuentas,
  aportaEntidadesFinancieras,
  aportaGastos,
  aportaGastosCategorias,
  aportaImportar,
  aportaLibro,
  aportaMonedas,
  aportaOrdenes,
  aportaPaises,
  aportaParesDivisas,
  aportaPizarra,
  aportaReportes,
  aportaServicioReglas,
  aportaSucursales,
  aportaTelefono,
  aportaTelegram,
  aportaWebhooks,
  aportaTiposCambios,
  aportaTiposPagos,
  aportaTransferencias,
  aportaUsuarios,
  aportaVistas,
  aportaVistos,
]

declare module './web/marco/screens.ts' {
  interface Registro {
    pantallas: typeof screens
    /** Areas that answer calls and have no screen under their own name. */
    sinPantalla: 'beneficiarios' | 'notificaciones' | 'roles' | 'vistas' | 'vistos'
  }
}

const Calculadora = parte(() => import('./areas/calculadora/calculadora.tsx'))

const router = buildRouter(screens, {
  layout: () => (
    <Marco
      menu={menu}
      ingreso={IngresoForm}
      calculadora={Calculadora}
      herramientas={Herramientas}
    />
  ),
  notFound: NoEncontrada,
  pending: Cargando,
})

/** Follows the session: subscribes to events while signed in; when it ends, clears all data and shows the sign-in. */
function followSesion(): void {
  let stop: (() => void) | undefined
  let signedIn = false
  let debia = false
  const follow = () => {
    const { estatus, usuario } = sesion()
    const left = signedIn && !estatus
    const debe = estatus && Boolean(usuario?.debe)
    // A step became due at work: the guard leads to it.
    if (signedIn && debe && !debia) void router.invalidate()
    debia = debe
    signedIn = estatus
    if (estatus && !usuario?.debe && !stop) {
      stop = listen()
      tarde(() => import('./areas/vistas/inicios.tsx').then(({ traerInicios }) => traerInicios()))
    }
    if (!left) return
    stop?.()
    stop = undefined
    queryClient.clear()
    void router.navigate({ to: '/', ignoreBlocker: true })
  }
  onSesion(follow)
  follow()
  // The menu shows a changed role at once; the server enforces it in any case.
  onEvento((area, data) => {
    const own = (data as { id?: number } | null)?.id === sesion().usuario?.id
    if (area === 'roles' || (area === 'usuarios' && own)) actualizar().catch(() => undefined)
  })
}

/** Renders the app. No style is injected into the page: variables and classes are in files. */
export function start(root: Root): void {
  registerMenu(menu)
  registerAportes(aportes)
  registerPestanas(
    [operaciones, susOrdenes, beneficiarios, diferencias, susCuentas, deComisiones, deRo].flat(),
  )
  keepSesion()
  vigilarPantalla()
  followSesion()
  watchFirstUse()
  cuidarEstilos()
  atenderRed()
  noSalirAlSoltar()
  if (import.meta.env.PROD) luego(() => import('./main.linea.tsx'))
  root.render(
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
