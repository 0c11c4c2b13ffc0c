import { build, type Plugin } from 'vite';

/**
 * Builds the script of public/pdf-frame.html into one classic file, with pdf.js and its worker in it: a frame without an origin of its own can
 * load neither modules nor workers from here. Its address has no hash, as that of its document has none; both are revalidated.
 */
export const pdfFrame = (root: string): Plugin => ({
  name: 'pdf-frame',
  async generateBundle() {
    const built = await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'silent',
      build: {
        write: false,
        chunkSizeWarningLimit: Infinity,
        rolldownOptions: { input: `${root}/src/pdf-frame/pdf-frame.ts`, output: { format: 'iife' } },
      },
    });
    const { output } = [built].flat()[0] as {
      readonly output: readonly { readonly type: string; readonly code?: string }[];
    };
    const script = output.find(({ type }) => type === 'chunk')?.code;
    if (script === undefined) throw new Error('The script of the preview frame was not built.');
    this.emitFile({ type: 'asset', fileName: 'pdf-frame.js', source: script });
  },
});
