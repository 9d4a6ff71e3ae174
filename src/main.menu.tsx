import type { Menu } from './web/barra/menu.ts'

/** The menu bar, in the order and the words of the original brief; an entry without a screen is not shown. */
export const menu: Menu = {
  grupos: [
    {
      titulo: 'Reportes',
      entradas: [
        { nombre: 'reporte-comisiones', texto: 'Comisiones' },
        { nombre: 'posiciones', texto: 'Posiciones' },
        { nombre: 'reporte-ganancia', texto: 'Ganancia' },
        { nombre: 'reporte-volumen', texto: 'Volumen' },
        { nombre: 'reporte-posicion', texto: 'Posición diaria' },
        { nombre: 'registro-operaciones', texto: 'Registro de Operaciones' },
        { nombre: 'competencia', texto: 'Competencia' },
        { nombre: 'libro', texto: 'Libro' },
        { nombre: 'reportes', texto: 'Todos los reportes' },
      ],
    },
    {
      titulo: 'Administración',
      entradas: [
        { nombre: 'tipos-pagos', texto: 'T. Pagos' },
        { nombre: 'entidades-financieras', texto: 'E. Financieras' },
        { nombre: 'cuentas', texto: 'Cuentas' },
        { nombre: 'sucursales', texto: 'Sucursales' },
        { nombre: 'usuarios', texto: 'Usuarios' },
        { nombre: 'roles', texto: 'Roles' },
        { nombre: 'claves-api', texto: 'Claves de API' },
        { nombre: 'clientes', texto: 'Clientes' },
        { nombre: 'monedas', texto: 'Monedas' },
        { nombre: 'paises', texto: 'Países' },
        { nombre: 'importar', texto: 'Importar' },
        { nombre: 'auditoria', texto: 'Auditoría' },
        { nombre: 'telegram', texto: 'Telegram' },
        { nombre: 'webhooks', texto: 'Webhooks' },
        { nombre: 'ajustes', texto: 'Ajustes' },
      ],
    },
    {
      titulo: 'Operaciones',
      entradas: [
        { nombre: 'compras-ventas', texto: 'Compra - Venta' },
        { nombre: 'transferencias', texto: 'Transferencias' },
        { nombre: 'gastos', texto: 'Gastos' },
        { nombre: 'mi-caja', texto: 'Mi caja' },
        { nombre: 'cierres', texto: 'Caja y cierres' },
        { nombre: 'aprobaciones', texto: 'Aprobaciones' },
        { nombre: 'pizarra', texto: 'Pizarra' },
      ],
    },
  ],
  enlaces: [
    { nombre: 'pares-divisas', texto: 'P. Divisas' },
    { nombre: 'tipos-cambios', texto: 'T. Cambios' },
    { nombre: 'ordenes', texto: 'Ordenes' },
  ],
}
