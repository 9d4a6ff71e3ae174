import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The one accent: a deep petrol, dark enough at 8 for white text at any size. */
const petroleo: MantineColorsTuple = [
  '#eaf5f7',
  '#d4e9ed',
  '#a9d4dc',
  '#7cbfcb',
  '#55abba',
  '#3698a9',
  '#1f8495',
  '#117183',
  '#0b5f70',
  '#084e5d',
]

const gray: MantineColorsTuple = [
  '#f5f8f9',
  '#edf1f3',
  '#e2e8eb',
  '#d3dbdf',
  '#bac5ca',
  '#8f9da4',
  '#5f6e76',
  '#4a5860',
  '#334047',
  '#1a2429',
]

const dark: MantineColorsTuple = [
  '#dbe3e6',
  '#bdc9ce',
  '#a1afb5',
  '#89979e',
  '#3a474e',
  '#2c383e',
  '#1d262b',
  '#141b1f',
  '#0f1518',
  '#0a0f11',
]

/**
 * In React a dialog inside a form is its child, although it is not in the page's tree: its submit events must not reach
 * the form. Page scrolling is not locked, because that would write a `<style>` at run time.
 */
const dialogProps = {
  lockScroll: false,
  onSubmit: (event: { stopPropagation(): void }) => event.stopPropagation(),
}
const titleStyles = { title: { fontSize: 'var(--letra-16)', fontWeight: 'var(--peso-titulo)' } }

/**
 * Colours and defaults of every component. The variables that follow from it are written out in
 * `theme.css`: nothing is injected at run time, so the content policy needs no exception.
 */
export const theme = createTheme({
  primaryColor: 'petroleo',
  primaryShade: 8,
  autoContrast: true,
  colors: { petroleo, gray, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace",
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        ...dialogProps,
        centered: true,
        styles: titleStyles,
        closeButtonProps: { 'aria-label': 'Cerrar' },
      },
    },
    Drawer: {
      defaultProps: {
        ...dialogProps,
        styles: titleStyles,
        closeButtonProps: { 'aria-label': 'Cerrar' },
      },
    },
    // Help is below the input, so that the inputs of a row stay aligned.
    InputWrapper: {
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      },
    },
    Select: {
      defaultProps: {
        nothingFoundMessage: 'Sin coincidencias',
        checkIconPosition: 'right',
        // The list scrolls by itself: a scroll area inside it could not be reached by keyboard.
        withScrollArea: false,
        styles: { options: { maxHeight: 280, overflowY: 'auto' } },
      },
    },
    // A drawing that says nothing: what it belongs to has its name.
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    PasswordInput: {
      defaultProps: {
        visibilityToggleButtonProps: { 'aria-label': 'Ver la contraseña' },
        visibilityToggleFocusable: true,
      },
    },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Button: { defaultProps: { size: 'sm' } },
    Loader: { defaultProps: { type: 'oval' } },
  },
})
