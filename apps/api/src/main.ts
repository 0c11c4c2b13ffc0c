import 'reflect-metadata';
import { STEPS as x } from '@throughline/domain';
import { Injectable } from '@nestjs/common';
import { Foo } from './foo.js';
@Injectable()
export class Bar { constructor(readonly foo: Foo) {} }
console.log(x, Reflect.getMetadata('design:paramtypes', Bar));
