/* What `npm run production` was asked for, on its way to the specs that it runs: by variables, which only this file names. */

/** Leaves the options of the command to the processes that this one starts. */
export function askFor({ docker, image, from }) {
  Object.assign(process.env, {
    PRODUCTION_DOCKER: String(docker),
    PRODUCTION_IMAGES: image.join(' '),
    PRODUCTION_FROM: from ?? '',
  });
}

/** In `npm test`, nothing was asked for: no containers, and an upgrade from the commit that is found by itself. */
export function askedFor() {
  const { PRODUCTION_DOCKER, PRODUCTION_IMAGES = '', PRODUCTION_FROM = '' } = process.env;
  const pairs = PRODUCTION_IMAGES.split(/\s+/).filter(Boolean);
  return {
    docker: PRODUCTION_DOCKER === 'true',
    /** The images that stand in for others, by the names of those. */
    images: new Map(pairs.map((pair) => pair.split('=', 2))),
    /** A commit, or an empty text. */
    from: PRODUCTION_FROM,
  };
}
