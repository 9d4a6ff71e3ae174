declare module 'subset-font' {
  /** Returns `font` reduced to the glyphs of `text` and to the given axes. */
  export default function subset(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      keepFeatures?: readonly string[]
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Buffer>
}
