/* Passes the options of `npm run production` to the specs that it runs, by variables whose names only this file has. */

/** Passes the options of the command to the processes that this process starts. */
export function askFor({ docker, image, from }) {
  Object.assign(process.env, {
    PRODUCTION_DOCKER: String(docker),
    PRODUCTION_IMAGES: image.join(' '),
    PRODUCTION_FROM: from ?? '',
  });
}

/** In `npm test` there are no options: no containers, and an upgrade from the commit that is determined automatically. */
export function askedFor() {
  const { PRODUCTION_DOCKER, PRODUCTION_IMAGES = '', PRODUCTION_FROM = '' } = process.env;
  const pairs = PRODUCTION_IMAGES.split(/\s+/).filter(Boolean);
  return {
    docker: PRODUCTION_DOCKER === 'true',
    /** Images that replace others, by the names of those. */
    images: new Map(pairs.map((pair) => pair.split('=', 2))),
    /** A commit, or an empty text. */
    from: PRODUCTION_FROM,
  };
}
