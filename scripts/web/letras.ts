/** The characters that Spanish text and amounts need; any other is drawn in the next font of the list. */
export const LETTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\
ÁÉÍÓÚÜÑÇÀÈÌÒÙÂÊÎÔÛÃÕÄËÏÖáéíóúüñçàèìòùâêîôûãõäëïö¡¿ªº°·«»–—−×÷±≈≤≥≠→←↑↓…“”‘’•€₮£¥§©®½¼¾²³‰\u00a0\u202f`
