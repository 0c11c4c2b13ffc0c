import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Containers } from './containers.js';
import { askedFor } from './trial.mjs';
import { createFirstAccount, workOn } from './work.js';

jest.setTimeout(1_800_000); // builds the image, and starts ten containers several times

(askedFor().docker ? describe : describe.skip)(
  'docker-compose.yml in Docker, by the words of docs/operating.md',
  () => {
    let site: Containers;
    let orders: readonly number[] = [];
    beforeAll(async () => {
      site = await Containers.prepare();
    });
    afterAll(() => site?.end());

    it('starts', async () => {
      await site.follow('Start', ['cp .env.example']);
      site.set({ PUBLIC_ORIGIN: site.origin, IMAGE_TAG: site.project, ALLOW_NO_SCANNER: 'yes' });
      await expect(site.follow('Start', ['make-secrets'])).rejects.toThrow('deploy/secrets/smtp_url');
      site.write('smtp_url', 'smtp://user:password@mail.example:587');
      await site.follow('Start', ['make-secrets', 'make-certificates', 'docker compose build', 'up --detach --wait']);
      expect(await site.run('docker compose up --detach --wait --dry-run 2>&1')).not.toContain('Recreate');
      await createFirstAccount(site);
      orders = await workOn(site, orders);
    });

    it('takes what docs/operating.md says at rest', async () => {
      console.log(
        await site.run("docker stats --no-stream --format '{{.MemUsage}} {{.Name}}' $(docker compose ps --quiet)"),
      );
      console.log(await site.run("docker image ls --format '{{.Size}} {{.Repository}}:{{.Tag}}'"));
    });

    it('gives every container a read-only file system and a user without capabilities, and shows no secret', async () => {
      const containers = await site.inspect();
      expect(Object.keys(containers)).toHaveLength(9);
      const secrets = [
        'secret_key',
        'eligibility_key',
        'tlog_key',
        'database_password',
        'redis_password',
        'event_store_password',
      ].map((name) => readFileSync(join(site.folder, 'deploy/secrets', name), 'utf8').trim());
      for (const [name, details] of Object.entries(containers)) {
        expect({ name, readOnly: details.HostConfig.ReadonlyRootfs }).toEqual({ name, readOnly: true });
        const shown = JSON.stringify(details);
        expect({ name, shown: secrets.filter((secret) => shown.includes(secret)) }).toEqual({ name, shown: [] });
        const status = await site.run(`docker compose exec -T ${name} cat /proc/1/status`);
        // The proxy has only this capability: ports below 1024.
        expect({ name, status }).toEqual({ name, status: expect.stringMatching(/^CapEff:\t0+(400)?$/m) });
        expect({ name, status }).toEqual({
          name,
          status: expect.stringMatching(name === 'proxy' ? /./ : /^Uid:\t[1-9]/m),
        });
      }
    });

    it('stops and starts again with all that was done, twice', async () => {
      for (const again of ['docker compose stop', 'docker compose down']) {
        await site.run(again);
        await site.run('docker compose up --detach --wait');
        orders = await workOn(site, orders);
      }
    });

    it('is restored from its back-up into empty volumes, twice', async () => {
      for (let times = 0; times < 2; times++) {
        await site.follow('Back-up');
        await site.run('docker compose down --volumes');
        await site.follow('Restore', [
          'up --detach --wait',
          'pg_restore',
          'compose create',
          'tar xzf',
          'rebuild status',
        ]);
        orders = await workOn(site, orders);
      }
    });

    it('is upgraded one node after the other', async () => {
      site.set({ IMAGE_TAG: `${site.project}-next` });
      await site.follow('Upgrade');
      orders = await workOn(site, orders);
      expect(
        await site.run("docker compose images --format '{{.Tag}}' worker-1 api-2 identity || docker compose images"),
      ).toContain('next');
    });

    it('runs the commands of an operator', async () => {
      expect(await site.operate(['signing-keys', 'rotate'])).not.toBe('');
      await site.run(
        "mkdir -p backup && printf 'medicaid_id,date_of_birth,programme\\nVA7000001,1994-03-12,diaper\\n' > backup/members.csv",
      );
      await site.run(
        'chmod 600 backup/members.csv && docker compose run --rm -T operate import-eligible - < backup/members.csv',
      );
      await workOn(site, orders);
    });
  },
);
