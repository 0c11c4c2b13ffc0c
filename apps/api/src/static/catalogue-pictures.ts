import express, { type RequestHandler } from 'express';

/** Pictures of items, one file each, which a provider may exchange: a browser asks again after an hour. */
export const cataloguePictures = (folder: string): RequestHandler =>
  express.static(folder, { index: false, redirect: false, maxAge: 3_600_000 });
