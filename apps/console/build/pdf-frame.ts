import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { PDF_PART_FOLDERS, PDF_PARTS_ADDRESS } from '../src/pdf-frame/frame-messages.js';

/** The files in the folders of pdf.js that its worker requests, and their licences. */
const PARTS = /\.(bcmap|pfb|ttf)$|^(openjpeg|jbig2)\.wasm$|^LICENSE/;

/**
 * Builds the script of public/pdf-frame.html into one classic file that includes pdf.js and its worker: a frame without an origin cannot
 * load modules or workers from here. Its address has no hash, like that of its document; both are revalidated. The decoders, character maps
 * and fonts of pdf.js are separate files, which are fetched when a document needs them.
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
    for (const folder of Object.values(PDF_PART_FOLDERS)) {
      const from = join(root, '../../node_modules/pdfjs-dist', folder);
      for (const name of readdirSync(from).filter((file) => PARTS.test(file))) {
        const fileName = `${PDF_PARTS_ADDRESS.slice(1)}${folder}/${name}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(from, name)) });
      }
    }
  },
});
