import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Capacity in bytes; it only uses memory for what it contains. */
const ROOMY = 4 * 1024 ** 3;
/**
 * The product may write between two measurements, so the disk is repeatedly shrunk to what it contains: this often, and at this interval.
 */
const SHRINKS = { tries: 50, everyMs: 20 };

/** A file system in a folder, whose free space can be taken away and given back. */
export class SmallDisk {
  private filling = false;
  /** Resolves when nothing shrinks it any more. */
  private shrinking: Promise<unknown> = Promise.resolve();
  private constructor(private readonly folder: string) {}

  /** Null if this user or this system cannot mount one. */
  static async mount(folder: string): Promise<SmallDisk | null> {
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${ROOMY},mode=0711`, 'tmpfs', folder]);
      return new SmallDisk(folder);
    } catch {
      return null;
    }
  }

  /** No byte is free until `free`, whatever is deleted meanwhile. */
  async fill(): Promise<void> {
    this.filling = true;
    const full = this.shrink();
    this.shrinking = full.then(() => this.stayFull()).catch(() => undefined);
    await full;
  }

  async free(): Promise<void> {
    this.filling = false;
    await this.shrinking;
    await this.resize(ROOMY);
  }

  async unmount(): Promise<void> {
    this.filling = false;
    await this.shrinking;
    // Unmounted lazily, because a process that is ending may still hold a file.
    await run('umount', ['--lazy', this.folder]);
  }

  private async stayFull(): Promise<void> {
    while (this.filling) {
      await pause(SHRINKS.everyMs);
      if (this.filling) await this.shrink().catch(() => undefined);
    }
  }

  private async shrink(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const { blocks, bfree, bsize } = await statfs(this.folder);
      if (bfree === 0) return;
      try {
        return await this.resize((blocks - bfree) * bsize);
      } catch (error) {
        if (tries === SHRINKS.tries) throw error;
        await pause(SHRINKS.everyMs);
      }
    }
  }

  private async resize(bytes: number): Promise<void> {
    await run('mount', ['-o', `remount,size=${bytes}`, this.folder]);
  }
}
